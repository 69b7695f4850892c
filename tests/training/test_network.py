"""Training with torch: the network that is trained is the one that runs in NumPy. Skipped where torch is missing."""

import random

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from dp_gateway.detection.tagger import TaggerDetector  # noqa: E402
from dp_gateway.detection.tagger.features import Vocabulary, hash_word  # noqa: E402
from dp_gateway.detection.tagger.network import Network  # noqa: E402
from dp_gateway.detection.tagger.weights import read_weights  # noqa: E402
from release.training.examples import Builder  # noqa: E402
from release.training.fit import Prepared, Settings, fit, probabilities  # noqa: E402
from release.training.model import (  # noqa: E402
    Tagger,
    calibration,
    export,
    restore,
)
from release.training.synthetic import synthetic  # noqa: E402


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    builder = Builder()
    stream = builder.stream(synthetic(300, random.Random(1)))
    hashes = np.array(sorted({hash_word(word) for word in ("tell", "the", "call", "anna")}), np.uint32)
    vocabulary = Vocabulary(hashes, np.arange(1, 5, dtype=np.uint16), np.arange(4, dtype=np.uint16))
    prepared = Prepared.of(list(builder.words), vocabulary)
    torch.manual_seed(1)
    model = Tagger(5)
    losses = []
    settings = Settings(steps=200, batch=1500, threads=1)
    fit(model, [stream], prepared, settings, folder / "checkpoint", lambda _, loss: losses.append(loss))
    odds = probabilities(model, stream, prepared)
    export(model, vocabulary, calibration([(stream, odds)], list(builder.words)), folder / "weights.bin", {})
    return folder, builder, stream, odds, losses, model, vocabulary


def test_it_learns(trained):
    _, _, stream, odds, losses, *_ = trained
    assert losses[-1] < 3
    right = (stream.allowed.astype(np.int64) >> odds.argmax(1)) & 1
    assert right[stream.words > 0].mean() > 0.6


def test_numpy_computes_what_torch_computed(trained):
    folder, builder, stream, expected, *_ = trained
    network = Network(read_weights(folder / "weights.bin"))
    words = list(builder.words)
    read = [words[number] for number in stream.words]
    odds = network.odds(read, stream.glued.astype(bool), stream.words > 0).astype(np.float64)
    odds /= odds.sum(1, keepdims=True)
    live = stream.words > 0
    assert np.abs(odds - expected)[live].mean() < 0.005
    assert (odds.argmax(1) == expected.argmax(1))[live].mean() > 0.97


def test_the_written_weights_are_a_detector_and_a_beginning(trained):
    folder, _, _, _, _, model, vocabulary = trained
    TaggerDetector("high", weights=folder / "weights.bin").detect(["call Anna, please"])
    for weights in ([folder / "weights.bin"], [folder / "weights.bin"] * 2):
        again = Tagger(5)
        restore(again, vocabulary, *weights)
        _is_nearly(again, model)


def test_a_wider_and_deeper_model_begins_by_answering_as_the_weights_do(trained):
    folder, builder, stream, _, _, _, vocabulary = trained
    prepared = Prepared.of(list(builder.words), vocabulary)
    torch.manual_seed(4)
    narrow, wide = Tagger(5), Tagger(5, dilations=(1, 2, 1, 4, 1, 2, 1), width=172)
    for model in (narrow, wide):
        restore(model, vocabulary, folder / "weights.bin")
    expected, odds = (probabilities(model, stream, prepared) for model in (narrow, wide))
    assert np.abs(odds - expected).max() < 1e-5
    assert wide.weights["blocks.6.weight"].abs().max() == 0
    # What is new is reached by a gradient.
    assert wide.weights["blocks.0.weight"][165].abs().max() > 0


def _is_nearly(again, model):
    for name, mine in again.state().items():
        theirs = model.state()[name]
        assert torch.quantile((mine - theirs).abs().flatten()[:100_000], 0.99) < 0.05


@pytest.mark.parametrize("dilation", [1, 4])
def test_a_convolution_as_one_product_is_a_convolution(dilation):
    torch.manual_seed(2)
    model = Tagger(5)
    x = torch.rand(30, len(model.weights["glued"]))
    weight, bias = model.weights["blocks.0.weight"], model.weights["blocks.0.bias"]
    expected = torch.nn.functional.conv1d(x.t()[None], weight, bias, padding=dilation, dilation=dilation)[0].t()
    assert torch.allclose(model._convolved(x, "blocks.0", dilation), expected, atol=1e-5)
    model.training = True
    # Half the bits: eight of them tell values apart.
    assert (model._convolved(x, "blocks.0", dilation) - expected).abs().max() < 0.03


def test_activations_are_dropped_as_often_as_they_are_said_to_be():
    torch.manual_seed(3)
    model = Tagger(5)
    x = torch.ones(1000, 129)
    assert torch.equal(model._dropped(x), x)
    model.training = True
    dropped = model._dropped(x)
    # 38 of 256 bytes, in each of the eight that come from one draw; five standard deviations of 16,125 each.
    shares = (dropped.flatten()[: 8 * 16125].view(-1, 8) == 0).float().mean(0)
    assert ((shares - 38 / 256).abs() < 5 * (0.15 * 0.85 / 16125) ** 0.5).all()


def test_it_goes_on_where_it_was_broken_off(trained, tmp_path):
    _, builder, stream, _, _, _, vocabulary = trained
    prepared = Prepared.of(list(builder.words), vocabulary)

    def run(steps):
        torch.manual_seed(2)
        model = Tagger(5)
        seen = []
        settings = Settings(steps=steps, batch=200, threads=1)
        fit(model, [stream], prepared, settings, tmp_path / "checkpoint", lambda step, _: seen.append(step))
        return seen

    assert run(500) == [200, 400]
    assert run(800) == [600, 800]

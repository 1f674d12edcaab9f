# Orca loads this file at its start. Writes what it would say into a file: a machine of tests has no sound card, and Orca
# waits for one forever.
import json
import os

from orca import speech

said = open(os.environ["SAID_FILE"], "a", buffering=1, encoding="utf-8")


def write(text, is_reading=False):
    line = {"text": text.strip(), "isReading": is_reading}
    said.write(json.dumps(line, ensure_ascii=False) + "\n")


speech._initSpeechServer = lambda *_args: None
speech._speak = lambda text, _acss, _interrupt: write(text)
speech.sayAll = lambda utterances, _progress: [write(context.utterance, True) for context, _acss in utterances]
# What a person types needs no check.
speech.speakKeyEvent = speech.speakCharacter = lambda *_args, **_named: None

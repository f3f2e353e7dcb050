"""Export of a study to other files: one format a file, one table of them all."""

from prefstudio.study.exporters.exporting import export
from prefstudio.study.exporters.formats import EXPORTERS, Exporter
from prefstudio.study.exporters.target import CutShortError

__all__ = ["EXPORTERS", "CutShortError", "Exporter", "export"]

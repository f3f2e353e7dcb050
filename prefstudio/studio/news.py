"""What the studio says when something has changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class News(QObject):
    """One signal a kind of news; the parts of the model emit them, panels listen."""

    moment_entered = Signal(object)  # Moment
    study_changed = Signal(object)  # StudyState, when its facts are others
    view_changed = Signal(object)  # View
    query_changed = Signal(object)  # Asking
    standing_changed = Signal(object)  # Standing, or None while it is not known
    stopping_changed = Signal(object)  # Stopping
    curve_changed = Signal(object)  # Curve
    forecast_changed = Signal(object)  # Forecast
    layout_changed = Signal(object)  # LinkLayout
    asked_next_changed = Signal(object)  # AskedNext
    components_changed = Signal(object)  # ComponentsShown
    item_foretold = Signal(object)  # NewItemFound
    items_foretold = Signal(object)  # NewItemsFound
    seats_changed = Signal()  # other pairs are asked at the seats
    baselines_changed = Signal(object)  # BaselinesFound
    learned_by_itself = Signal(str)  # what was found, in short
    lesson_changed = Signal(object)  # Lesson
    lesson_failed = Signal(str)  # why there is none
    status_changed = Signal(object)  # Status
    selection_changed = Signal(object)  # frozenset of int
    refused = Signal(str)  # why what a person wanted was not begun
    request_failed = Signal(object)  # RequestFailed, of the moment shown
    problem_found = Signal(object)  # Problem

from eminence.cext.games._template.face import HandFace

FACE = HandFace()

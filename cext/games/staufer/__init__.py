from eminence.cext.games.staufer.face import StauferFace

FACE = StauferFace()

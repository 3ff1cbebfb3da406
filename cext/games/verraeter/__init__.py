from eminence.cext.games.verraeter.face import VerraeterFace

FACE = VerraeterFace()

from eminence.cext.games.royals.face import RoyalsFace

FACE = RoyalsFace()

from tests.ui.keys.test_walk_of_keys import *
from tests.ui.keys.test_walk_of_keys import walk
def test_dbg(walk):
    at=walk.at
    if at.work.games[0]!="SCIFI": return
    known=set()
    for s in states_of(at, at.work.games[0]):
        if s.name=="units, filter": walk.visit(s, known)
        if s.name =="ledger fields":
            walk._enter(s)
            print(s.name, at.shown_keys())
            f=QApplication.focusWidget()
            print(f, f.accessibleName(), f.isVisible(), getattr(f,'row',lambda:0)(), at.view.status.words())
            for cap in ("L","Enter","Space","F"):
                walk._enter(s)
                f=QApplication.focusWidget()
                print(f, f.accessibleName(), f.isVisible(), getattr(f,'row',lambda:0)(), at.view.status.words())
                b=at.seen(); at.press(cap); a=at.seen()
                print(cap, {k:(str(b[k])[:100],str(a[k])[:100]) for k in changes(b,a) if k not in("drawn","labels")})
            break
    print(walk.wrong)

% a comment -- of two lines

% Each variable has one value of its domain.
domain(cell(1..4,1..4),1..4).
1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).

% The clues.
given(cell(1,1),1). given(cell(1,4),4).
given(cell(2,3),1).
given(cell(3,2),1).
given(cell(4,1),4).
:- given(V,D), not value(V,D).

% Variables of a group have different values.
different(row(R),cell(R,1..4)) :- R = 1..4.
different(column(C),cell(1..4,C)) :- C = 1..4.
different(box((R-1)/2,(C-1)/2),cell(R,C)) :- R = 1..4, C = 1..4.
:- different(H,_), domain(_,D), 2 { value(V,D) : different(H,V) }.

#show value/2.

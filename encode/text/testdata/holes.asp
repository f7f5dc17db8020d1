% Each variable has one value of its domain.
domain(cell(1,1),1..4).
domain(cell(1,2),(2;4)).
domain(cell(1,3),1..4).
domain(cell(1,4),1..4).
domain(cell(2,1),1..4).
domain(cell(2,2),1..4).
domain(cell(2,3),1..4).
domain(cell(2,4),1..4).
domain(cell(3,1),1..4).
domain(cell(3,2),1..4).
domain(cell(3,3),1..4).
domain(cell(3,4),1..4).
domain(cell(4,1),1..4).
domain(cell(4,2),1..4).
domain(cell(4,3),1..4).
domain(cell(4,4),1..4).
1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).

% The clues.
given(cell(1,1),1). given(cell(1,4),4).
given(cell(2,3),1).
given(cell(3,2),1).
given(cell(4,1),4).
given(cell(1,1),7).
:- given(V,D), not value(V,D).

% Variables of a group have different values.
different(row(R),cell(R,1..4)) :- R = 1..4.
different(column(C),cell(1..4,C)) :- C = 1..4.
different(box((R-1)/2,(C-1)/2),cell(R,C)) :- R = 1..4, C = 1..4.
:- different(H,_), domain(_,D), 2 { value(V,D) : different(H,V) }.

% Other constraints.
:- value(cell(2,2),D), value(cell(1,1),D).

% A solution that is excluded.
:- value(cell(1,1),1), value(cell(1,2),2), value(cell(1,3),3), value(cell(1,4),4),
   value(cell(2,1),3), value(cell(2,2),4), value(cell(2,3),1), value(cell(2,4),2),
   value(cell(3,1),2), value(cell(3,2),1), value(cell(3,3),4), value(cell(3,4),3),
   value(cell(4,1),4), value(cell(4,2),3), value(cell(4,3),2), value(cell(4,4),1).

#show value/2.

b = false;
x = 3;
y = 3;
k = 7;
s = {1,2,5};
t = 2..4;
half = 0.5;
flags = array1d(1..2,[false,true]);
none = array1d(1..0,[]);
sets = array1d(1..2,[{1,3},{1,3,5}]);
----------
b = true;
x = 1;
y = 1;
k = 7;
s = {1,2,5};
t = 2..4;
half = 0.5;
flags = array1d(1..2,[true,true]);
none = array1d(1..0,[]);
sets = array1d(1..2,[{1,3},{1,3,5}]);
----------

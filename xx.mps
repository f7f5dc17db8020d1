NAME          ClpDefau
ROWS
 N  OBJROW
 L  c1
COLUMNS
    x0        OBJROW    1.             c1        1.          
    x1        OBJROW     -1.           c1        10.         
    x2        OBJROW     -9.           c1        5.          
    x3        OBJROW     -6.           c1        8.          
    x4        OBJROW    1.             c1        1.          
    x5        OBJROW     -6.           c1        8.          
    x6        OBJROW    1.             c1        1.          
    x7        OBJROW    1.             c1        1.          
    x8        OBJROW     -6.           c1        8.          
    x9        OBJROW     -2.           c1        1.          
    x10       OBJROW     -3.           c1        1.          
    x11       OBJROW     -1.           c1         -1.        
    x12       OBJROW     -2.           c1        1.          
    x13       OBJROW     -3.           c1        1.          
    x14       OBJROW     -9.           c1        5.          
RHS
    RHS       c1        10000.      
RANGES
    RANGE     c1        2000.       
BOUNDS
 LO BOUND     x1        2.          
 UI BOUND     x1        3.          
 UP BOUND     x2               1e+15
 UP BOUND     x3               1e+15
 UP BOUND     x4               1e+15
 UP BOUND     x5               1e+15
 UP BOUND     x6        1.6875      
 UP BOUND     x7        1.6875      
ENDATA

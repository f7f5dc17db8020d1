-- One campaign. Times are in nanoseconds, seeds are unsigned.
CREATE TABLE campaign (
	id      INTEGER PRIMARY KEY CHECK (id = 1),
	name    TEXT NOT NULL,
	file    TEXT NOT NULL, -- name of the file that the spec was read from
	spec    TEXT NOT NULL, -- in TOML
	scale   TEXT NOT NULL,
	seed    TEXT NOT NULL,
	created TEXT NOT NULL
);

-- The names of the sets in the grids, and their numbers of instances.
CREATE TABLE lists (
	name TEXT PRIMARY KEY,
	size INTEGER NOT NULL
) WITHOUT ROWID;

-- The instances that the campaign uses, so that it can be resumed after files have changed.
CREATE TABLE instances (
	list     TEXT NOT NULL REFERENCES lists,
	position INTEGER NOT NULL, -- in the list, from 0
	set_name TEXT NOT NULL,    -- usually the name of the list; another set if that replaces the list
	idx      INTEGER NOT NULL, -- in the set, from 0
	name     TEXT NOT NULL,
	height   INTEGER NOT NULL, -- height of a box; 0 for a model file
	width    INTEGER NOT NULL,
	clues    TEXT NOT NULL,    -- row by row; with 10 or more rows, numbers separated by blanks
	givens   INTEGER NOT NULL, -- number of clues
	tags     TEXT NOT NULL,    -- JSON
	rules    TEXT NOT NULL,    -- of a variant: one per line, as in the format nonet
	model    TEXT NOT NULL,    -- of a model file: JSON, its content compressed and in base64; otherwise ''
	PRIMARY KEY (list, position)
) WITHOUT ROWID;

CREATE TABLE environments (
	id      INTEGER PRIMARY KEY,
	version TEXT NOT NULL,
	"commit" TEXT NOT NULL,
	go      TEXT NOT NULL,
	os      TEXT NOT NULL,
	arch    TEXT NOT NULL,
	cpu     TEXT NOT NULL,
	cores   INTEGER NOT NULL,
	solvers TEXT NOT NULL -- JSON: version by backend
);

CREATE TABLE records (
	key         TEXT PRIMARY KEY, -- GRID/SET/INDEX/METHOD/REPLICATE, with /CUBE for a piece
	grid        TEXT NOT NULL,
	set_name    TEXT NOT NULL,
	idx         INTEGER NOT NULL,
	method      TEXT NOT NULL,
	task        TEXT NOT NULL,
	replicate   INTEGER NOT NULL,
	seed        INTEGER NOT NULL,
	outcome     TEXT NOT NULL,
	detail      TEXT NOT NULL,
	wall        INTEGER NOT NULL,
	cpu         INTEGER NOT NULL,
	preprocess  INTEGER NOT NULL,
	encode      INTEGER NOT NULL,
	solve       INTEGER NOT NULL,
	stats       TEXT NOT NULL, -- JSON: size, effort, cost; answered_by, removed; cube, count, objective, solutions
	"values"    TEXT NOT NULL, -- JSON: values measured by the task, by name
	environment INTEGER NOT NULL REFERENCES environments,
	started     INTEGER NOT NULL -- Unix time in nanoseconds
);

# Makes the files that the examples in the help of nonet-lab name.
set -e
for name in puzzle.sdk p.sdk; do echo 12.4.........32. >$name; done
cat >compare.toml <<END
[[grid]]
name = "unique"
task = "unique"
instances = ["puzzle.sdk"]
methods = ["native", "dlx"]
limits = { time = "10s" }
END
nonet-lab campaign run --quiet compare.toml
nonet-lab campaign export compare.toml --to benchmark >runs.txt

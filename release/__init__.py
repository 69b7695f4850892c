"""What is made for a release besides the package: its data as a package, bill of materials, dependency review."""

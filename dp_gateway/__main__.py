"""`python -m dp_gateway`."""

from dp_gateway.cli import main

if __name__ == "__main__":
    main()

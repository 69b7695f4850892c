"""What programs and texts about programs write that is nobody's: identifiers, paths, versions, addresses."""

print("linkcond")

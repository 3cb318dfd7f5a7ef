@_exported public import DarwinCompatibility

@_exported public import MezonModel

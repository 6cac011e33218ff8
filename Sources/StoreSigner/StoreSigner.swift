// StoreSigner

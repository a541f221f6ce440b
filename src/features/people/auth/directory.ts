/** Where the directory sends the browser back to: a screen, and the address registered at the directory. */
export const directoryReturn = '/account/directory'

/** The same screen, where it has the directory ask again who it is, before a guarded act. */
export const directoryProofPath = `${directoryReturn}?confirmar=1`

/** The extension grant (RFC 6749, 4.5) of `POST /oauth/token`: `ticket`, and as `answer` the query the directory sent back. */
export const directoryGrant = 'urn:outorga:grant-type:directory'

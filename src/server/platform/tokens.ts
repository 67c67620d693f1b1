import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a token or a cookie half. */
export const randomToken = () => randomBytes(32).toString('base64url')
/** SHA-256 of a token, as stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

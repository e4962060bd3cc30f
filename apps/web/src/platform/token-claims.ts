type Claims = {
  /** The account that it was given to. */
  readonly sub?: unknown
  /** When it ends, in seconds. */
  readonly exp?: unknown
}

/** What an access token says of itself; undefined of one that cannot be read, which is the server's to refuse. */
export const claimsOf = (token: string): Claims | undefined => {
  try {
    const [, claims = ''] = token.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return undefined
  }
}

/** Whom an access token was given to. */
export const personOf = (token: string): unknown => claimsOf(token)?.sub

/** Id and secret of a header `Bearer <id>.<secret>`; undefined where it is none. */
export const readBearer = (authorization: string | undefined): { readonly id: string; readonly secret: string } | undefined => {
  const [, id, secret] = /^Bearer +([^.\s]+)\.(\S+)$/i.exec(authorization ?? '') ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

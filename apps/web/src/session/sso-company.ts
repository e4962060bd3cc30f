const key = 'ssoCompany'

/** Whose provider this tab was led to, as it was typed; it outlives the way there and back. */
export const ssoCompany = {
  read: (): string => sessionStorage.getItem(key) ?? '',
  keep: (typed: string): void => sessionStorage.setItem(key, typed),
  forget: (): void => sessionStorage.removeItem(key),
}

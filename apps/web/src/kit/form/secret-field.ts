const secretNames = /password|secret|passcode|^(code|otp|token|pin|confirmPin|card)$/i
const secretKinds = /password|one-time-code/

/** Whether a field is a password, a one-time code, a key or an address that is one, by its name or by what its control says of itself. */
export const isSecretField = (name: string, control: HTMLElement | null): boolean =>
  secretNames.test(name) ||
  control?.dataset['secret'] === 'true' ||
  secretKinds.test(control?.getAttribute('autocomplete') ?? '') ||
  (control instanceof HTMLInputElement && control.type === 'password')

import { AlertEmail } from '@mimamori/contract/field'
import { addressKey } from '@mimamori/contract/mail-address'
import { message } from '@mimamori/contract/messages'

/** Why an address cannot be added; undefined where it can. */
export const addressFault = (typed: string, present: readonly string[]): string | undefined => {
  if (typed.trim() === '') return 'メールアドレスを入力してください。'
  if (!AlertEmail.safeParse(typed).success) return message('mailFormat')
  const key = addressKey(typed.trim())
  return present.some((address) => addressKey(address) === key) ? 'このメールアドレスはすでに入っています。' : undefined
}

import { AlertEmail } from '@mimamori/contract/field'
import { message } from '@mimamori/contract/messages'

/** Why an address cannot be added; undefined where it can. */
export const addressFault = (typed: string, present: readonly string[]): string | undefined => {
  if (typed.trim() === '') return 'メールアドレスを入力してください。'
  if (!AlertEmail.safeParse(typed).success) return message('mailFormat')
  return present.includes(typed.trim()) ? 'このメールアドレスはすでに入っています。' : undefined
}

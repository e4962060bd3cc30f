/** The labels of what people see and fetch of themselves (自分のデータ). */
export const ownDataLabels = {
  version: '説明の版',
  given: '同意するかどうか',
  language: '言語',
  password: 'パスワード',
  pin: 'PIN',
  code: 'アプリに出ているコード',
  passkey: 'パスキー',
} as const

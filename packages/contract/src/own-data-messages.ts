/** What is said about one's own data and consent. */
export const ownDataMessages = {
  consentTextChanged: '同意の説明が新しくなりました。画面を読み込み直し、新しい説明を読んでから、もう一度選んでください。',
  confirmFirst: 'データを渡す前に、もう一度、本人の確認をしてください。',
  ownDataTooOften: 'データのダウンロードは、1時間に{most}回までです。しばらく待ってから、もう一度お試しください。',
} as const

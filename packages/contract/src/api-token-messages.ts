/** What the server answers about read keys. */
export const apiTokenMessages = {
  apiTokenUnknown: 'トークンが正しくないか、期限が切れているか、止められています。',
  apiTokenMayNot: 'トークンではできません。トークンは、決まった値を読むためだけのものです。',
  apiTokenScope: 'このトークンの範囲では読めません。必要な範囲：{scope}',
  apiTokenHealth: '心拍を読むには、トークンの範囲に「心拍と年齢」が要ります。',
  apiTokenOrder: 'この項目の順には並べられません。',
  apiTokenHealthByCompany: '範囲：「心拍と年齢」は、会社の契約管理者だけが付けられます。',
  apiTokenHealthAlone: '範囲：「心拍と年齢」は、ほかの範囲と合わせて選んでください。',
  apiTokenStopped: 'このトークンは止められています。新しいトークンを作ってください。',
  apiTokenHasStopped: 'トークン「{name}」を止めました。',
  apiTokenExtended: 'トークン「{name}」の期限を{day}までにしました。',
} as const

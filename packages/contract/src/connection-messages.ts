/** What the server answers about connections with network servers and warning lamps. */
export const connectionMessages = {
  connectionUnknown: '連携の合言葉が正しくないか、作り直されています。',
  connectionDevEuiTwice: 'DevEUI：「{devEui}」が2か所に入っています。',
  connectionDeviceTwice: '機器の番号：「{device}」が2か所に入っています。1台の機器に決められるDevEUIは1つです。',
  connectionApplication: 'アプリケーションID：ChirpStackの連携だけで使います。',
  connectionApplicationByService:
    'アプリケーションID：サービス管理者だけが変えられます。ほかの会社の測定値が届かないようにするためです。サービス管理者に連絡してください。',
  connectionDevEuiTaken: 'DevEUI：「{devEui}」は、{place}の連携「{name}」ですでに使っています。',
  connectionDevEuiElsewhere: 'DevEUI：「{devEui}」は、別の拠点の連携ですでに使っています。',
  connectionDeviceTaken: '機器の番号：「{device}」は、この拠点の連携「{name}」ですでに別のDevEUIに決まっています。',
  lampTrialKey: '試験用の受信キーでは、警告灯につなげません。試験用ではない受信キーを使ってください。',
} as const

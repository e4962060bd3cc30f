/** What the server answers about connections with network servers. */
export const connectionMessages = {
  connectionUnknown: '連携の合言葉が正しくないか、作り直されています。',
  connectionDevEuiTwice: 'DevEUI：「{devEui}」が2か所に入っています。',
  connectionDeviceTwice: '機器の番号：「{device}」が2か所に入っています。1台の機器に決められるDevEUIは1つです。',
  connectionApplication: 'アプリケーションID：ChirpStackの連携だけで使います。',
} as const

/** The labels of the form that makes a company with its first site, and of the first steps of a site. */
export const firstStepLabels = {
  companyStart: {
    officeCode: '会社コード',
    companyName: '会社名',
    baseCode: '拠点コード',
    officeName: '拠点名',
    opensAt: '作業の開始',
    closesAt: '作業の終了',
    emergencyPhone: '緊急連絡先の電話番号',
    hospitalName: '最寄りの病院',
    hospitalPhone: '病院の電話番号',
    publicWbgtStation: '公表値の地点番号',
    fullName: '管理者の氏名',
    furigana: '管理者のフリガナ',
    email: '管理者のメールアドレス',
    keyName: '受信キーの名前',
  },
  companyDay: { companyId: '会社' },
  firstSteps: { officeId: '拠点' },
  unregisteredDevice: {
    officeId: '拠点',
    devices: '登録する機器',
    kind: '種別',
    serialNumber: '機器の番号',
    heardAt: '最後の受信',
    intervalMinutes: '送信間隔',
  },
} as const

/** What the fields of maps, their pictures and named places are called; a part of `labels`. */
export const mapLabels = {
  mapImage: {
    imageKey: '画像',
    key: '画像',
    width: '幅',
  },
  siteMap: {
    id: 'マップの番号',
    userId: '作業者',
    companyId: '会社',
    officeId: '拠点',
    groupId: 'グループ',
    mapId: 'マップ',
    data: 'マップ',
    locationName: '建物・工区',
    floor: '階',
    type: 'マップの種類',
    sismilType: '暑さの出どころ',
    mapImage: '図面',
    imageName: '図面のファイル名',
    imageMetres: '図面の横幅（m）',
    position: '順',
    latitude: '緯度',
    longitude: '経度',
    rotation: '地図の向き',
    zoom: '地図の拡大',
    angleCoordinate1: '図面の左上',
    angleCoordinate2: '図面の右上',
    angleCoordinate3: '図面の右下',
    angleCoordinate4: '図面の左下',
    imageLatitude: '図面の緯度',
    imageLongitude: '図面の経度',
    imageRotation: '図面の向き',
    imageZoom: '図面の拡大',
    kind: '機器の種類',
    serialNumber: '機器の番号',
    listGatewayDto: '親機・子機',
    listSismilDto: '暑さ指数計',
    listReferenceDto: '気圧基準器',
    positionX: '横の位置',
    positionY: '縦の位置',
    status: 'マップ表示',
    version: '版',
  },
  namedPlace: {
    id: '場所の番号',
    officeId: '拠点',
    name: '場所の名前',
    latitude: '緯度',
    longitude: '経度',
    restPlace: '休憩所',
  },
} as const

/** What the fields of a device in a placement are called, where a map has one of the same name. */
const ofPlacement = { id: '機器の番号', locationName: '設置場所' } as const

/** The same of the items of lists, by the list's field. */
export const itemLabels: Record<string, Record<string, string>> = {
  listGatewayDto: ofPlacement,
  listSismilDto: ofPlacement,
  listReferenceDto: ofPlacement,
}

/** A person's name as the forms ask for it: a full-width space between family and given name, furigana in katakana. */
export type PersonName = { readonly fullName: string; readonly furigana: string; readonly gender: 1 | 2 }

const families = [
  '佐藤 サトウ',
  '鈴木 スズキ',
  '井上 イノウエ',
  '伊藤 イトウ',
  '山本 ヤマモト',
  '中村 ナカムラ',
  '小林 コバヤシ',
  '加藤 カトウ',
  '吉田 ヨシダ',
  '山田 ヤマダ',
  '松本 マツモト',
  '石井 イシイ',
  '木村 キムラ',
  '清水 シミズ',
  '山崎 ヤマザキ',
  '池田 イケダ',
  '阿部 アベ',
  '橋本 ハシモト',
  '森 モリ',
  '山下 ヤマシタ',
  '石川 イシカワ',
  '前田 マエダ',
  '藤田 フジタ',
  '小川 オガワ',
  '後藤 ゴトウ',
  '岡田 オカダ',
  '近藤 コンドウ',
  '坂本 サカモト',
  '遠藤 エンドウ',
  '青木 アオキ',
  '藤井 フジイ',
  '斎藤 サイトウ',
  '太田 オオタ',
  '金子 カネコ',
  '藤原 フジワラ',
  '中野 ナカノ',
  '原田 ハラダ',
  '田村 タムラ',
  '竹内 タケウチ',
  '和田 ワダ',
  '中島 ナカジマ',
  '上田 ウエダ',
  '横山 ヨコヤマ',
  '宮崎 ミヤザキ',
  '内田 ウチダ',
  '高木 タカギ',
  '谷口 タニグチ',
  '丸山 マルヤマ',
  '増田 マスダ',
  '平野 ヒラノ',
  '大塚 オオツカ',
  '千葉 チバ',
  '岩崎 イワサキ',
  '桜井 サクライ',
  '野口 ノグチ',
  '杉山 スギヤマ',
  '新井 アライ',
  '古川 フルカワ',
  '久保田 クボタ',
  '菅原 スガワラ',
] as const

const men = [
  '健太 ケンタ',
  '大輔 ダイスケ',
  '誠 マコト',
  '浩 ヒロシ',
  '翔 ショウ',
  '拓也 タクヤ',
  '剛 ツヨシ',
  '直人 ナオト',
  '学 マナブ',
  '亮太 リョウタ',
  '修一 シュウイチ',
  '勝 マサル',
  '悠斗 ユウト',
  '正樹 マサキ',
  '和夫 カズオ',
  '龍之介 リュウノスケ',
  '茂 シゲル',
  '哲也 テツヤ',
  '秀樹 ヒデキ',
  '蓮 レン',
  '雄一 ユウイチ',
  '進 ススム',
  '勇 イサム',
  '達也 タツヤ',
  '光男 ミツオ',
  '裕介 ユウスケ',
  '渉 ワタル',
  '清 キヨシ',
  '隼人 ハヤト',
] as const

const women = ['美咲 ミサキ', '陽子 ヨウコ', '彩 アヤ', '千尋 チヒロ', '真理 マリ'] as const

// People from Viet Nam, Nepal and Indonesia are written as their residence cards are read, in katakana.
const fromAbroad = [
  'チャン　ヴァン　フン',
  'タマン　ビシャル',
  'レ　クアン　ミン',
  'グルン　スマン',
  'ブイ　ドゥック　ロン',
  'シュレスタ　ラメシュ',
  'ホアン　ヴァン　トゥアン',
  'ライ　ディペンドラ',
  'ヴー　ティ　ハー',
  'ラハルジョ　ブディ',
  'ダン　ミン　クアン',
  'マガル　プラカシュ',
  'ドー　ティ　マイ',
  'カルキ　アニル',
  'サントソ　アグス',
  'ファン　コン　ソン',
] as const

const abroadEvery = 8
const womenEvery = 13

const pick = (list: readonly string[], index: number): readonly [written: string, kana: string] => {
  const [written = '', kana = ''] = (list[index % list.length] ?? '').split(' ')
  return [written, kana]
}

/** The name of the n-th member of the crew who has none of their own in the plan; no two have the same. */
export const crewName = (index: number): PersonName => {
  if (index % abroadEvery === abroadEvery - 1) {
    const name = fromAbroad[Math.floor(index / abroadEvery) % fromAbroad.length] ?? ''
    return { fullName: name, furigana: name, gender: name.includes('　ティ　') ? 2 : 1 }
  }
  const isWoman = index % womenEvery === womenEvery - 1
  const [family, familyKana] = pick(families, index * 7)
  const [given, givenKana] = pick(isWoman ? women : men, index)
  return { fullName: `${family}　${given}`, furigana: `${familyKana}　${givenKana}`, gender: isWoman ? 2 : 1 }
}

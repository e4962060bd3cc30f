/** The messages about the rota of who is called (担当表). */
export const dutyRotaMessages = {
  rotaHoursOrder: '夜の始まりは、昼の始まりより後の時刻にしてください。',
  rotaOutsideWeek: '{date}は、この週の日ではありません。',
  rotaNoSuchPlace: '{shift}の人数は{places}人です。順番は1から{places}で選んでください。',
  rotaPlaceTwice: '{place}に、2人が入っています。',
  rotaPersonTwice: '{shift}に、{name}さんが2回入っています。',
  rotaPersonElsewhere: '{place}には、この拠点の職長・副職長・拠点管理者か、会社の契約管理者を選んでください。',
  rotaSamePerson: '{name}さんは、もうこの順番の担当です。',
  rotaOver: '{shift}の担当は終わりました。終わった担当は変えられません。',
  rotaUnplanned: 'この週はまだ決めていません。先に担当を決めてください。',
  rotaNothingToCopy: 'この週には、写す並びがありません。',
  rotaPlannedAlready: '次の週は、もう決まっています。読み込み直してください。',
} as const

-- Finding people by a fragment of their name, however it is typed.

-- One form for kanji variants, hiragana, katakana, half-width kana, letters of any case; spaces fall away.
create function fold_kana(words text) returns text language sql immutable strict parallel safe
return translate(
  lower(normalize(words, NFKC) collate "C"),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ髙﨑' || U&' \3000\0009',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ高崎');

-- A space stands between name and furigana, and nowhere else.
alter table app_user
  add column name_folded text not null generated always as (fold_kana(full_name) || ' ' || fold_kana(furigana)) stored;

-- By single characters: a Japanese name is searched for by one or two of them, where trigrams find nothing. An array of
-- characters costs an insert next to nothing and needs no extension, which a managed PostgreSQL might not grant.
-- What an import has just written must be found as quickly as everything else: by default such an index keeps new entries
-- in a list that every search reads from end to end. Entering them at once costs an import 8 %.
create index app_user_name_characters on app_user using gin (string_to_array(name_folded, null))
  with (fastupdate = off) where deleted_at is null;

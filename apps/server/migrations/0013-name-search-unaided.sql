-- An index of characters finds a rare name in no time, and makes every import of people take twice as long. Reading the
-- folded names of a hundred thousand people from end to end takes some thirty milliseconds: that is soon enough.
drop index app_user_name_characters;

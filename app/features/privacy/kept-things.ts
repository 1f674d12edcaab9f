/** What is kept of a family, in a parent's words. The times are those of docs/decisions/0019-what-is-kept.md. */
export const keptThings = [
  { what: 'Your name, e-mail and password', why: 'So that you can sign in, and get a new password by mail.', until: 'Until the family is deleted.' },
  { what: 'Names and roles of the members', why: 'So that a quest belongs to somebody.', until: 'Until you remove the member.' },
  {
    what: 'Pictures of faces',
    why: 'Only if you choose one; drawn faces need none. Where a photo was taken is cut out before it is sent.',
    until: 'Until a day after nobody shows them.',
  },
  { what: 'Quests, columns and rewards', why: 'They are what the board and the store are made of.', until: 'Until you delete them.' },
  {
    what: 'Who did which quest, and when',
    why: 'For the calendar, and so that nothing is paid twice.',
    until: 'Repeating quests 13 months; a quest for once as long as the quest.',
  },
  { what: 'Gems that came and went', why: 'The balance is their sum.', until: 'Until you remove the member.' },
  { what: 'Rewards that were redeemed', why: 'So that everybody knows what was promised.', until: '13 months after the decision.' },
  {
    what: 'What a child practises in the games',
    why: 'The letter or word, how well it goes, and the last answers: so that it is asked again at the right time.',
    until: '13 months after it was last practised.',
  },
  { what: 'News between your screens', why: 'So that every screen is right at once.', until: 'Three days.' },
] as const

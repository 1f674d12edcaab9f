import { questCommand } from '../../domain/contract/quests.ts'
import { completionDays, finishedDays } from '../../domain/contract/constants.ts'
import { familyStateVersion } from '../../domain/contract/family-state.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import type { Args, CallHandler } from './call.ts'

/** The database command of each call that is nothing else (supabase/schemas, schema `private`). */
const commandOf = {
  currentUser: 'current_user_reply',
  myFamilies: 'my_families',
  editProfile: 'edit_profile',
  actAs: 'act_as',
  dismissWrongPins: 'dismiss_wrong_pins',
  editFamily: 'edit_family',
  exportFamily: 'export_family',
  devices: 'list_devices',
  renameDevice: 'rename_device',
  endDevice: 'end_device',
  members: 'list_members',
  editMember: 'edit_member',
  gems: 'gems',
  gemEntries: 'list_gem_entries',
  addGemEntry: 'add_gem_entry',
  practice: 'list_practice',
  forgetPractice: 'forget_practice',
  finishPractice: 'finish_practice',
  columns: 'list_columns',
  addColumn: 'add_column',
  orderColumns: 'order_columns',
  editColumn: 'edit_column',
  deleteColumn: 'delete_column',
  quests: 'list_quests',
  archivedQuests: 'list_archived_quests',
  searchArchivedQuests: 'search_archived_quests',
  addQuest: 'add_quest',
  moveOrEditQuest: ({ questId: _questId, ...patch }: Args) => questCommand(patch).command,
  deleteQuest: 'delete_quest',
  completions: 'list_completions',
  undoCompletion: 'undo_completion',
  addAbsence: 'add_absence',
  editAbsence: 'edit_absence',
  deleteAbsence: 'delete_absence',
  activeRewards: 'list_active_rewards',
  rewards: 'list_rewards',
  addReward: 'add_reward',
  editReward: 'edit_reward',
  deleteReward: 'delete_reward',
  redeemReward: 'redeem_reward',
  redemptions: 'list_redemptions',
  decideRedemption: 'decide_redemption',
  putBackRedemption: 'put_back_redemption',
  adminStats: 'admin_stats',
} as const satisfies Partial<Record<RouteName, string | ((args: Args) => string)>>

const familyState: CallHandler = {
  open: false,
  run: ({ database }, { user, args }) =>
    database.runCommand(
      user,
      'family_state',
      { ...args, ...completionDays, doneDays: finishedDays.read, version: familyStateVersion },
      undefined,
    ),
}

export const commandCalls = {
  ...(Object.fromEntries(
    (Object.keys(commandOf) as (keyof typeof commandOf)[]).map((name) => [name, commandCall(commandOf[name])]),
  ) as Record<keyof typeof commandOf, CallHandler>),
  familyState,
}

type Command = string | ((args: Args) => string)

const nameOf = (command: Command, args: Args) => (typeof command === 'string' ? command : command(args))

function commandCall(command: Command): CallHandler {
  return {
    open: false,
    run: ({ database }, { user, args, key }) => database.runCommand(user, nameOf(command, args), args, key),
  }
}

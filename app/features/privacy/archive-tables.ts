import type { FamilyExport } from '#domain/contract/privacy.ts'
import { csvOf, type Row } from './csv.ts'

/** Returns a CSV table for each list of the export, by file name, with readable names beside the ids. */
export function tablesOf(kept: FamilyExport): Readonly<Record<string, string>> {
  const members = new Map<string, string>(kept.members.map(({ id, displayName }) => [id, displayName]))
  const columns = new Map<string, string>(kept.columns.map(({ id, title }) => [id, title]))
  const quests = new Map<string, string>(kept.quests.map(({ id, title }) => [id, title]))
  const named = <Line extends Row & { memberId: string }>(line: Line) => ({
    member: members.get(line.memberId) ?? '',
    ...line,
  })
  return {
    'members.csv': csvOf(
      [
        'displayName',
        'role',
        'hasPin',
        'hasPicturePin',
        'cannotRead',
        'hasLogin',
        'avatarSeed',
        'userProfileImageUrl',
        'createdAt',
        'id',
        'version',
      ],
      kept.members.map(({ cannotRead = false, ...member }) => ({ cannotRead, ...member })),
    ),
    'columns.csv': csvOf(['title', 'emoji', 'position', 'isSomeday', 'id', 'version'], kept.columns),
    'quests.csv': csvOf(
      [
        ...['title', 'description', 'icon', 'gemValue', 'assignees', 'column', 'recurring', 'targetTime'],
        ...['weekdays', 'timesPerWeek', 'dueOn', 'startsOn', 'endsOn', 'scheduledAt', 'createdAt'],
        ...['finishedAt', 'finisher', 'id', 'assigneeIds', 'columnId', 'homeColumnId', 'finishedBy', 'version'],
      ],
      kept.quests.map(
        ({
          homeColumnId = '',
          weekdays,
          timesPerWeek,
          dueOn = '',
          startsOn = '',
          endsOn = '',
          scheduledAt = '',
          ...quest
        }) => ({
          homeColumnId,
          ...{
            weekdays: weekdays?.join(' ') ?? '',
            timesPerWeek: timesPerWeek ?? '',
            dueOn,
            startsOn,
            endsOn,
            scheduledAt,
          },
          assignees: quest.assigneeIds.map((id) => members.get(id) ?? ''),
          column: columns.get(quest.columnId) ?? '',
          finisher: (quest.finishedBy && members.get(quest.finishedBy)) ?? '',
          ...quest,
        }),
      ),
    ),
    'completions.csv': csvOf(
      ['completedDate', 'member', 'quest', 'gems', 'createdAt', 'memberId', 'questId'],
      kept.completions.map((done) => named({ quest: quests.get(done.questId) ?? '', ...done })),
    ),
    'absences.csv': csvOf(
      ['startsOn', 'endsOn', 'member', 'quest', 'reason', 'id', 'memberId', 'questId', 'version'],
      kept.absences.map(({ memberId, questId, ...absence }) => ({
        ...absence,
        ...{ memberId: memberId ?? '', questId: questId ?? '' },
        ...{ member: members.get(memberId ?? '') ?? '', quest: quests.get(questId ?? '') ?? '' },
      })),
    ),
    'gem-entries.csv': csvOf(
      ['createdAt', 'member', 'amount', 'reason', 'title', 'icon', 'id', 'memberId'],
      kept.gemEntries.map(named),
    ),
    'gem-debts.csv': csvOf(['member', 'amount', 'title', 'icon', 'memberId'], kept.gemDebts.map(named)),
    'rewards.csv': csvOf(['title', 'icon', 'gemCost', 'isActive', 'id', 'version'], kept.rewards),
    'redemptions.csv': csvOf(
      [
        'createdAt',
        'member',
        'title',
        'icon',
        'gemCost',
        'status',
        'putBack',
        'settled',
        'unseen',
        'decidedAt',
        'id',
        'memberId',
        'rewardId',
        'version',
      ],
      kept.redemptions.map(({ putBack = false, settled = 0, unseen = false, ...redemption }) =>
        named({ putBack, settled, unseen, ...redemption }),
      ),
    ),
    'practice.csv': csvOf(
      ['member', 'game', 'item', 'box', 'dueOn', 'lately', 'practisedAt', 'memberId'],
      kept.practice.map(named),
    ),
    'devices.csv': csvOf(
      [
        ...['name', 'model', 'use', 'member', 'lastSeenAt', 'isPaired', 'isThis'],
        ...['id', 'memberIds', 'activeMemberId', 'accountMemberId', 'letInBy'],
      ],
      kept.devices.map((device) => ({
        member: (device.activeMemberId && members.get(device.activeMemberId)) ?? '',
        ...device,
      })),
    ),
  }
}

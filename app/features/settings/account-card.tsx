import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { formatDay } from '#app/texts/dates.ts'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'

export function AccountCard({ user: { role, createdAt, id } }: { user: CurrentUser }) {
  return (
    <SettingsCard title={settings.account}>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Entry name={settings.accountType}>{settings.accountTypes[role]}</Entry>
        <Entry name={settings.accountCreated}>{localeDate(createdAt)}</Entry>
        <Entry name={settings.userId} wide>
          {id}
        </Entry>
      </dl>
    </SettingsCard>
  )
}

function Entry({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-muted text-sm font-bold">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The day in the format of the device's region. */
function localeDate(moment: string): string {
  return isValid(parseISO(moment)) ? formatDay(moment, 'dayWithYear') : settings.unknownDay
}

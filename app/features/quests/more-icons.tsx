import { useState } from 'react'
import { useAnnounced } from '#app/state/use-announced.ts'
import { RadioGroup } from '#app/ui/controls/radio-group.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { icons as texts } from '#texts/icons'
import { findIcons } from './icon-words.ts'
import { useIcons } from './load-icons.ts'

/** Finds an icon by its words in the page's language. */
export default function MoreIcons({ onChoose }: { onChoose: (icon: string) => void }) {
  const icons = useIcons()
  const [query, setQuery] = useState('')
  const found = findIcons(query, icons ?? [])
  const isNothingFound = icons !== undefined && found.length === 0
  useAnnounced(isNothingFound && texts.none)
  return (
    <div className="bg-sunken flex flex-col gap-3 rounded-2xl p-3">
      <TextField
        label={texts.search}
        hint={texts.anyEmoji}
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form is not complete.
          event.preventDefault()
          const [first] = found
          if (query.trim() !== '' && first !== undefined) onChoose(first.icon)
        }}
      />
      {icons === undefined && <Skeleton className="bg-panel h-64" />}
      {isNothingFound && <p className="font-semibold">{texts.none}</p>}
      {found.length > 0 && (
        <RadioGroup
          label={texts.all}
          value=""
          onValueChange={onChoose}
          isManual
          className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(var(--touch),1fr))] gap-1 overflow-y-auto overscroll-contain p-1"
          optionClassName="touch bg-panel border-line hover:border-ink grid place-items-center rounded-control border text-2xl"
          options={found.map(({ icon, name }) => ({
            value: icon,
            name,
            title: name,
            content: <Icon icon={icon} />,
          }))}
        />
      )}
    </div>
  )
}

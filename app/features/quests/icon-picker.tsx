import { questIcons } from '#domain/contract/quests.ts'
import { EmojiPicker } from '#app/ui/emoji-picker.tsx'

export function IconPicker({ value, onValueChange }: { value: string; onValueChange: (icon: string) => void }) {
  return <EmojiPicker label="Icon" value={value} onValueChange={onValueChange} icons={questIcons} />
}

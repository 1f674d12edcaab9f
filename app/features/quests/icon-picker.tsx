import { questIcons } from '#domain/contract/quests.ts'
import { EmojiPicker } from '#app/ui/controls/emoji-picker.tsx'
import { quests } from '#texts/quests'

export function IconPicker({ value, onValueChange }: { value: string; onValueChange: (icon: string) => void }) {
  return <EmojiPicker label={quests.icon} value={value} onValueChange={onValueChange} icons={questIcons.map((icon) => ({ icon, name: quests.icons[icon] }))} />
}

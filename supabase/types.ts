export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "families": {
                  Row: {
                    "created_at": string,"id": string,"name": string,"open_quests": number,"practice_gems": number,"revision": number,"reward_mode": string,"time_zone": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"name": string,"open_quests"?: number,"practice_gems"?: number,"revision"?: number,"reward_mode"?: string,"time_zone"?: string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"name"?: string,"open_quests"?: number,"practice_gems"?: number,"revision"?: number,"reward_mode"?: string,"time_zone"?: string
                  }
                  Relationships: [
                    
                  ]
                },"family_members": {
                  Row: {
                    "avatar_seed": string,"created_at": string,"display_name": string,"family_id": string,"has_picture_pin": boolean,"has_pin": boolean,"id": string,"role": string,"user_id": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_seed"?: string,"created_at"?: string,"display_name": string,"family_id": string,"has_picture_pin"?: boolean,"has_pin"?: boolean,"id"?: string,"role": string,"user_id"?: string | null,"version"?: number
                  }
                  Update: {
                    "avatar_seed"?: string,"created_at"?: string,"display_name"?: string,"family_id"?: string,"has_picture_pin"?: boolean,"has_pin"?: boolean,"id"?: string,"role"?: string,"user_id"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "family_members_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    }
                  ]
                },"gem_debts": {
                  Row: {
                    "amount": number,"debt_number": number,"family_id": string,"icon": string,"member_id": string,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"debt_number"?: never,"family_id": string,"icon": string,"member_id": string,"title": string
                  }
                  Update: {
                    "amount"?: number,"debt_number"?: never,"family_id"?: string,"icon"?: string,"member_id"?: string,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "gem_debts_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "gem_debts_member_id_fkey"
      columns: ["member_id"]
isOneToOne: false
      referencedRelation: "family_members"
      referencedColumns: ["id"]
    }
                  ]
                },"gem_entries": {
                  Row: {
                    "amount": number,"balance": number,"created_at": string,"entry_number": number,"family_id": string,"icon": string,"id": string,"member_id": string,"practice_day": string | null,"reason": string,"title": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"balance": number,"created_at"?: string,"entry_number"?: never,"family_id": string,"icon": string,"id"?: string,"member_id": string,"practice_day"?: string | null,"reason": string,"title": string
                  }
                  Update: {
                    "amount"?: number,"balance"?: number,"created_at"?: string,"entry_number"?: never,"family_id"?: string,"icon"?: string,"id"?: string,"member_id"?: string,"practice_day"?: string | null,"reason"?: string,"title"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "gem_entries_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "gem_entries_member_id_fkey"
      columns: ["member_id"]
isOneToOne: false
      referencedRelation: "family_members"
      referencedColumns: ["id"]
    }
                  ]
                },"practice_items": {
                  Row: {
                    "box": number,"due_on": string,"family_id": string,"game": string,"item": string,"lately": (string)[],"member_id": string,"practised_at": string,"round_answers": number,"round_id": string | null,"round_right": number
                  }
                  ComputedFields: never
                  Insert: {
                    "box": number,"due_on": string,"family_id": string,"game": string,"item": string,"lately": (string)[],"member_id": string,"practised_at"?: string,"round_answers"?: number,"round_id"?: string | null,"round_right"?: number
                  }
                  Update: {
                    "box"?: number,"due_on"?: string,"family_id"?: string,"game"?: string,"item"?: string,"lately"?: (string)[],"member_id"?: string,"practised_at"?: string,"round_answers"?: number,"round_id"?: string | null,"round_right"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "practice_items_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "practice_items_member_id_fkey"
      columns: ["member_id"]
isOneToOne: false
      referencedRelation: "family_members"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "created_at": string,"first_name": string,"has_signed_in": boolean,"last_name": string,"profile_image_url": string | null,"role": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"first_name": string,"has_signed_in"?: boolean,"last_name": string,"profile_image_url"?: string | null,"role"?: string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"first_name"?: string,"has_signed_in"?: boolean,"last_name"?: string,"profile_image_url"?: string | null,"role"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"quest_columns": {
                  Row: {
                    "created_at": string,"emoji": string,"family_id": string,"id": string,"is_someday": boolean,"position": number,"title": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"emoji": string,"family_id": string,"id"?: string,"is_someday"?: boolean,"position": number,"title": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"emoji"?: string,"family_id"?: string,"id"?: string,"is_someday"?: boolean,"position"?: number,"title"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "quest_columns_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    }
                  ]
                },"quest_completions": {
                  Row: {
                    "api_json": string,"completed_date": string,"created_at": string,"family_id": string,"gems": number,"member_id": string,"quest_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "api_json"?: never,"completed_date": string,"created_at"?: string,"family_id": string,"gems": number,"member_id": string,"quest_id": string
                  }
                  Update: {
                    "api_json"?: never,"completed_date"?: string,"created_at"?: string,"family_id"?: string,"gems"?: number,"member_id"?: string,"quest_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "quest_completions_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "quest_completions_member_id_fkey"
      columns: ["member_id"]
isOneToOne: false
      referencedRelation: "family_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "quest_completions_quest_id_fkey"
      columns: ["quest_id"]
isOneToOne: false
      referencedRelation: "quests"
      referencedColumns: ["id"]
    }
                  ]
                },"quests": {
                  Row: {
                    "api_json": string,"archived_at": string | null,"assignee_ids": (string)[],"column_id": string,"created_at": string,"description": string,"done_column_id": string | null,"family_id": string,"finished_at": string | null,"finished_by": string | null,"gem_value": number,"icon": string,"id": string,"recurring": string,"target_time": string | null,"title": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "api_json"?: string,"archived_at"?: string | null,"assignee_ids": (string)[],"column_id": string,"created_at"?: string,"description"?: string,"done_column_id"?: string | null,"family_id": string,"finished_at"?: string | null,"finished_by"?: string | null,"gem_value": number,"icon": string,"id"?: string,"recurring"?: string,"target_time"?: string | null,"title": string,"version"?: number
                  }
                  Update: {
                    "api_json"?: string,"archived_at"?: string | null,"assignee_ids"?: (string)[],"column_id"?: string,"created_at"?: string,"description"?: string,"done_column_id"?: string | null,"family_id"?: string,"finished_at"?: string | null,"finished_by"?: string | null,"gem_value"?: number,"icon"?: string,"id"?: string,"recurring"?: string,"target_time"?: string | null,"title"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "quests_column_fkey"
      columns: ["family_id","column_id"]
isOneToOne: false
      referencedRelation: "quest_columns"
      referencedColumns: ["family_id","id"]
    },{
      foreignKeyName: "quests_done_column_fkey"
      columns: ["family_id","done_column_id"]
isOneToOne: false
      referencedRelation: "quest_columns"
      referencedColumns: ["family_id","id"]
    },{
      foreignKeyName: "quests_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    }
                  ]
                },"redemptions": {
                  Row: {
                    "created_at": string,"decided_at": string | null,"family_id": string,"gem_cost": number,"icon": string,"id": string,"is_put_back": boolean,"member_id": string,"reward_id": string | null,"settled": number,"status": string,"title": string,"version": number,"was_reserved": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"decided_at"?: string | null,"family_id": string,"gem_cost": number,"icon": string,"id": string,"is_put_back"?: boolean,"member_id": string,"reward_id"?: string | null,"settled"?: number,"status": string,"title": string,"version"?: number,"was_reserved"?: boolean
                  }
                  Update: {
                    "created_at"?: string,"decided_at"?: string | null,"family_id"?: string,"gem_cost"?: number,"icon"?: string,"id"?: string,"is_put_back"?: boolean,"member_id"?: string,"reward_id"?: string | null,"settled"?: number,"status"?: string,"title"?: string,"version"?: number,"was_reserved"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "redemptions_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "redemptions_member_id_fkey"
      columns: ["member_id"]
isOneToOne: false
      referencedRelation: "family_members"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "redemptions_reward_id_fkey"
      columns: ["reward_id"]
isOneToOne: false
      referencedRelation: "rewards"
      referencedColumns: ["id"]
    }
                  ]
                },"rewards": {
                  Row: {
                    "created_at": string,"family_id": string,"gem_cost": number,"icon": string,"id": string,"is_active": boolean,"title": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"family_id": string,"gem_cost": number,"icon": string,"id"?: string,"is_active"?: boolean,"title": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"family_id"?: string,"gem_cost"?: number,"icon"?: string,"id"?: string,"is_active"?: boolean,"title"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "rewards_family_id_fkey"
      columns: ["family_id"]
isOneToOne: false
      referencedRelation: "families"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            [_ in never]: never
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const

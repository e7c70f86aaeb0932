interface OneStage {
  check(): void;
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}
export function runOne(
  test: [string, (stage: OneStage) => Promise<void>],
  stage: OneStage,
  limit?: number,
): Promise<string | null>;

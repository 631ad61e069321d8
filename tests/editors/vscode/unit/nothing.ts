// stands for what only VS Code has
export {};

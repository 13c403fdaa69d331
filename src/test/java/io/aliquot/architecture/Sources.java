package io.aliquot.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sizes of Java sources, read by the compiler's own parser. */
final class Sources {
    private Sources() {}

    /** The Java files below {@code folder}. */
    static List<Path> in(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }

    static int lines(Path file) throws IOException {
        return Files.readAllLines(file).size();
    }

    /** Lines of each method, from its first word to its closing brace, by {@code file:line name}. */
    static Map<String, Integer> methods(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, Integer> lengths = new TreeMap<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                for (MethodTree method : methods(unit)) {
                    LineMap lines = unit.getLineMap();
                    long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                    long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                    String name = unit.getSourceFile().getName() + ":" + first + " " + method.getName();
                    lengths.put(name, (int) (last - first + 1));
                }
            }
        }
        return lengths;
    }

    private static List<MethodTree> methods(CompilationUnitTree unit) {
        List<MethodTree> methods = new ArrayList<>();
        new TreeScanner<Boolean, List<MethodTree>>() {
            @Override
            public Boolean visitMethod(MethodTree method, List<MethodTree> found) {
                found.add(method);
                return Boolean.TRUE.equals(super.visitMethod(method, found));
            }
        }.scan(unit, methods);
        return methods;
    }
}

package io.aliquot.admission;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Mapping;
import io.aliquot.model.Outcome;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A review of a pod with 20 containers, beside the least that any webhook does with its bytes: read and write them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class RewritingBenchmark {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** How many of the containers have legacy limits. */
    @Param({"1", "20"})
    public int withGpu;

    private final ReviewReader reader = new ReviewReader();
    private final ReviewWriter writer = new ReviewWriter();
    private final Mapping mapping = MappingFile.defaults();
    private byte[] review = {};

    @Setup
    public void make() {
        review = SamplePod.review(withGpu);
    }

    @Benchmark
    public byte[] rewrite() {
        Review read = ((Reading.Understood) reader.read(review)).review();
        Rewriting.Rewritten rewritten =
                (Rewriting.Rewritten) Rewriter.rewrite(RewriteInput.create(read.pod(), mapping, List.of()));
        Verdict verdict = new Verdict.Allowed(Optional.of(rewritten.patch()), rewritten.warnings());
        return writer.write(read.uid(), Judgement.of(verdict, Outcome.REWRITTEN).verdict());
    }

    @Benchmark
    public byte[] readAndWriteByJackson() throws IOException {
        return JSON.writeValueAsBytes(JSON.readTree(review));
    }
}
